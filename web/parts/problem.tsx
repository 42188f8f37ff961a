import { Refusal } from "../api/answer.ts";
import { shellText } from "../text/shell.ts";
import { LeavingButton } from "./leaving-button.tsx";

type Retry = { readonly onRetry?: () => void };

/** Shows why a request failed, in the service's own sentence if there is one. */
export function Problem({ error, ...retry }: Retry & { readonly error: unknown }) {
  return <Failure sentence={sentenceOf(error)} {...retry} />;
}

/** Shows that something failed, and why. */
export function Failure({ sentence, onRetry }: Retry & { readonly sentence: string }) {
  const { problem, tryAgain } = shellText.value;
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{problem}.</strong> {sentence}
      </p>
      {onRetry && <LeavingButton onClick={onRetry}>{tryAgain}</LeavingButton>}
    </div>
  );
}

function sentenceOf(error: unknown): string {
  const { noConnection, roleTooLow } = shellText.value;
  if (!(error instanceof Refusal)) return noConnection;
  return error.status === 403 ? roleTooLow(error.message) : error.message;
}
