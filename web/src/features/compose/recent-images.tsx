import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { recentAssetsQuery } from '#web/data/assets/assets.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { moveFocus } from '#web/ui/focus.ts'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { referenceTexts } from './texts.ts'

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The newest images: one press attaches one. Renders nothing without images. */
export function RecentImages({ onPick }: { onPick(attachment: Omit<Attachment, 'kind'>): void }) {
  const { data: assets, isError, refetch } = useQuery(recentAssetsQuery)
  if (!assets && isError) return <LoadFailedLine text={referenceTexts.recentFailed} onTryAgain={() => void refetch()} />
  if (!assets || assets.length === 0) return null

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    moveFocus([...event.currentTarget.querySelectorAll('button')], step)
  }

  return (
    <fieldset className="mt-5" onKeyDown={walk}>
      <legend className="mb-2 font-medium text-13">{referenceTexts.recent}</legend>
      <div className="grid grid-cols-6 gap-1.5 max-sm:grid-cols-4">
        {assets.map(({ id, prompt, orderNum, averageColor }) => (
          <button
            key={id}
            type="button"
            aria-label={referenceTexts.pickable(prompt, orderNum + 1)}
            data-tooltip={prompt}
            className="aspect-square overflow-hidden rounded-8 bg-raised hover:outline-2 hover:outline-ink"
            style={{ backgroundColor: averageColor ?? undefined }}
            onClick={() => onPick({ id, name: prompt, thumbnailUrl: imageAddress(id, 256) })}
          >
            <img
              src={imageAddress(id, 256)}
              alt=""
              loading="lazy"
              draggable={false}
              className="size-full object-cover"
            />
          </button>
        ))}
      </div>
    </fieldset>
  )
}
