import { useMutation } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { errorMessage } from '#web/data/http/api-error.ts'
import { showSensitive } from '#web/data/pictures/sensitive.ts'
import { Spinner } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import './sensitive.css'

const texts = {
  title: 'May not be for everyone',
  text: 'The safety filter of this server has blurred this picture.',
  show: 'Show',
  failed: 'The picture was not shown.',
  tryAgain: 'Check your connection and try again.',
}

type SensitiveCoverProps = {
  imageId: string
  /** `button`: there is no room for words. */
  room: 'words' | 'button'
}

/** Lies over a picture that the safety filter hides: why it is blurred, and the button that shows it. */
export function SensitiveCover({ imageId, room }: SensitiveCoverProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => showSensitive(imageId),
    onError: (error) =>
      showToast({ kind: 'error', title: texts.failed, description: errorMessage(error, texts.tryAgain) }),
  })
  return (
    <div className="sensitive-cover">
      {room === 'words' && <EyeOff aria-hidden="true" />}
      <p className={room === 'words' ? '' : 'sr-only'}>
        {texts.title}
        <span className="sr-only">. {texts.text}</span>
      </p>
      <button
        type="button"
        className="sensitive-show"
        aria-busy={isPending}
        data-tooltip={texts.text}
        onClick={() => !isPending && mutate()}
      >
        {isPending && <Spinner />}
        {texts.show}
      </button>
    </div>
  )
}
