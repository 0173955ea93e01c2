/** How long what was deleted can be put back. */
export const trashDays = 30

const dayMs = 86_400_000

/**
 * When what was deleted goes for good.
 * @param deletedAt Milliseconds since 1970, as the answer.
 */
export const expiryOf = (deletedAt: number) => deletedAt + trashDays * dayMs
