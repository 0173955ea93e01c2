import { useQuery } from '@tanstack/react-query'
import { ScanText } from 'lucide-react'
import { descriptionQuery } from '#web/data/words/descriptions.ts'
import { Button } from '#web/ui/button.tsx'
import { describeTexts as texts } from './texts.ts'

type ImageDescriptionProps = { imageId: string; onDescribe(): void }

/** The description of an image with its author, and the button that opens the dialog. */
export function ImageDescription({ imageId, onDescribe }: ImageDescriptionProps) {
  const { data: description } = useQuery(descriptionQuery(imageId))
  return (
    <section className="image-description mt-5 grid gap-1.5 text-13" aria-label={texts.heading}>
      <h3 className="text-12 text-muted">{texts.heading}</h3>
      {description && (
        <>
          <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
            {description.text}
          </p>
          <p className="text-12 text-muted">
            {description.languageModel === null ? texts.writtenByYou : texts.writtenBy(description.languageModel)}
          </p>
        </>
      )}
      {description === null && <p className="text-muted">{texts.none}</p>}
      <div>
        <Button kind="line" size="small" onClick={onDescribe}>
          <ScanText aria-hidden="true" />
          {texts.command}
        </Button>
      </div>
    </section>
  )
}
