/** Time in which questions are collected for one request, in milliseconds. */
const collectMs = 30;

/**
 * Answers many questions with few requests: questions that are asked at the same time share one request.
 * @param load returns the answers in the order of the questions
 * @param max maximum number of questions in a request
 */
export function batch<Q, A>(load: (questions: readonly Q[]) => Promise<readonly A[]>, max: number) {
  type Asked = {
    readonly question: Q;
    readonly resolve: (answer: A) => void;
    readonly reject: (reason: unknown) => void;
  };
  let waiting: Asked[] = [];

  async function send(asked: readonly Asked[]): Promise<void> {
    try {
      const answers = await load(asked.map(({ question }) => question));
      for (const [i, { resolve, reject }] of asked.entries()) {
        const answer = answers[i];
        if (answer === undefined) reject(new Error("The service returned no result for a question."));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  function sendAll(): void {
    for (let from = 0; from < waiting.length; from += max) void send(waiting.slice(from, from + max));
    waiting = [];
  }

  return (question: Q): Promise<A> =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(sendAll, collectMs);
      waiting.push({ question, resolve, reject });
    });
}
