import { Heart, type LucideIcon, Star, ThumbsDown } from 'lucide-react'
import type { ImageShape } from '#contract/image.ts'
import { type FeedbackType, feedbackTypes } from '#domain/board/feedback.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { useBoardView } from '../board-context.ts'
import { pictureTexts } from './texts.ts'
import { toggleFeedback } from './toggle-feedback.ts'

const icons: Record<FeedbackType, LucideIcon> = { like: Heart, star: Star, dislike: ThumbsDown }

type FeedbackButtonsProps = {
  image: ImageShape
  /** All three, or only those that are set. */
  shown: 'all' | 'set'
  /** The class of a button; a set one is filled. */
  className: string
  keys?: Readonly<Record<FeedbackType, string>>
}

/** Like, star and dislike of one image. */
export function FeedbackButtons({ image, shown, className, keys }: FeedbackButtonsProps) {
  const { board } = useBoardView()
  return feedbackTypes
    .filter((type) => shown === 'all' || image.feedback.includes(type))
    .map((type) => {
      const Icon = icons[type]
      const isSet = image.feedback.includes(type)
      return (
        <button
          key={type}
          type="button"
          className={joinClasses(className, 'feedback-button')}
          aria-label={pictureTexts.feedback[type]}
          aria-pressed={isSet}
          data-tooltip={pictureTexts.feedback[type]}
          data-tooltip-keys={keys?.[type]}
          onClick={() => toggleFeedback(board, image.id, type)}
        >
          <Icon aria-hidden="true" />
        </button>
      )
    })
}
