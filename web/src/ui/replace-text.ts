/**
 * Replaces a range of a text field as if it were typed: one undo of the browser takes it back, and the field's handler gets it. The caret
 * stands behind it. Returns false where the browser does not do it, as in a disabled field.
 */
export function replaceText(field: HTMLTextAreaElement, range: readonly [number, number], text: string): boolean {
  field.focus({ preventScroll: true })
  field.setSelectionRange(...range)
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
}
