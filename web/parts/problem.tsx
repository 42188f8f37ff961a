import { Refusal } from "../api/answer.ts";
import { shellText } from "../text/shell.ts";

type Props = { readonly error: unknown; readonly onRetry?: () => void };

/** Says why something could not be fetched, in the service's own sentence where there is one. */
export function Problem({ error, onRetry }: Props) {
  const { problem, tryAgain } = shellText.value;
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{problem}.</strong> {sentenceOf(error)}
      </p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          {tryAgain}
        </button>
      )}
    </div>
  );
}

function sentenceOf(error: unknown): string {
  const { noConnection, roleTooLow } = shellText.value;
  if (!(error instanceof Refusal)) return noConnection;
  return error.status === 403 ? roleTooLow(error.message) : error.message;
}
