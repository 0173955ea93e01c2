export const feedbackTypes = ['like', 'star', 'dislike'] as const
export type FeedbackType = (typeof feedbackTypes)[number]
