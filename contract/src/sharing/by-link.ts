/** Marks calls that are authorized by a review link, not by a session. */
export const byLink = <Operation extends object>(generated: Operation) => ({ ...generated, security: [{ visit: [] }] })
