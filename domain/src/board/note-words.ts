/** The paragraphs of a note as plain text: marks of headings, emphasis and links are left out, lists keep a dot, empty lines are dropped. */
export const noteWords = (text: string): string[] =>
  text
    .replaceAll(/^#{1,6}\s+/gm, '')
    .replaceAll(/^(\s*)[-*+]\s+/gm, '$1• ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|\*)(\S(?:.*?\S)?)\1/g, '$2')
    .split('\n')
    .filter((line) => line.trim() !== '')
