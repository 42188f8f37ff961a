/** Time in which questions are collected for one request, in milliseconds. */
const collectMs = 30;

/**
 * Answers many questions with few requests: questions that are asked at the same time share one request.
 * @param load returns the answers in the order of the questions
 * @param max maximum number of questions in a request
 */
export function batch<Q, A>(load: (questions: readonly Q[]) => Promise<readonly A[]>, max: number) {
  /** The questions of the next request. */
  let open: { readonly questions: Q[]; readonly answers: Promise<readonly A[]> } | undefined;

  async function answersOf(questions: readonly Q[]): Promise<readonly A[]> {
    await new Promise((resolve) => setTimeout(resolve, collectMs));
    if (open?.questions === questions) open = undefined;
    return load(questions);
  }

  return async (question: Q): Promise<A> => {
    if (open === undefined || open.questions.length === max) {
      const questions: Q[] = [];
      open = { questions, answers: answersOf(questions) };
    }
    const { questions, answers } = open;
    const place = questions.push(question) - 1;
    const answer = (await answers)[place];
    if (answer === undefined) throw new Error("The service returned no result for a question.");
    return answer;
  };
}
