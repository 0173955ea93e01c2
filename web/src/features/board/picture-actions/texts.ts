import type { FeedbackType } from '#domain/board/feedback.ts'

const feedback: Record<FeedbackType, string> = { like: 'Like', star: 'Star', dislike: 'Dislike' }

/** What can be done with one picture on its card. */
export const pictureTexts = {
  feedback,
  feedbackOn: (place: number) => `Feedback on image ${place}`,
  feedbackLabel: 'Feedback',
  open: (place: number, count: number) => `Open image ${place} of ${count}`,
}
