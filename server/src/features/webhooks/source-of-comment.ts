/** Names a new comment as the source of a delivery: a webhook is told of it once. */
export const sourceOfComment = (commentId: string): string => `comment ${commentId}`
