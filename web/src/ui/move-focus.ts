/** Moves the focus within a list by so many places; where the list ends, it stays. */
export function moveFocus(elements: readonly HTMLElement[], by: number): void {
  const among: readonly (Element | null)[] = elements
  elements[among.indexOf(document.activeElement) + by]?.focus()
}
