/** The class names that are there, as one attribute value. */
export const joinClasses = (...names: readonly (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
