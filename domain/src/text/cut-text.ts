/**
 * The beginning of a text, never half a character: half a surrogate pair is no text, and PostgreSQL refuses it in JSON.
 * @param most UTF-16 code units.
 */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most)
  return cut.isWellFormed() || !text.isWellFormed() ? cut : cut.slice(0, -1)
}

/** A text of at most so many UTF-16 code units; a longer one is cut and ends with '…'. */
export const shortenText = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most - 1)}…` : text
