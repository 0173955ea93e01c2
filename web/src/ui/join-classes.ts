/** Joins the defined class names to one attribute value. */
export const joinClasses = (...names: readonly (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
