import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { imageAddress } from '#web/data/image-address.ts'
import { filmstripTexts } from '#web/viewing/path/filmstrip-texts.ts'
import type { ShownStep } from './use-path.ts'

/** The path on paper: seen by the printer alone. Asks the browser to print as soon as its pictures are there. */
export function PathPrint({ steps, onPrinted }: { steps: readonly ShownStep[]; onPrinted(): void }) {
  const node = useRef<HTMLDivElement>(null)
  const done = useRef(onPrinted)
  done.current = onPrinted
  useEffect(() => {
    let isWanted = true
    const pictures = [...(node.current?.querySelectorAll('img') ?? [])]
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!isWanted) return
      print()
      done.current()
    })
    return () => {
      isWanted = false
    }
  }, [])
  return createPortal(
    <div ref={node} className="path-print" aria-hidden="true">
      <h1>{filmstripTexts.title}</h1>
      {steps.map((step, place) => (
        <figure key={step.cardId}>
          {step.image && <img src={imageAddress(step.image.id, 512)} alt="" />}
          <figcaption>
            <strong>
              {place + 1}. {step.caption.text}
            </strong>
            {step.caption.others > 0 && ` ${filmstripTexts.more(step.caption.others)}`}
            <p>{step.prompt}</p>
          </figcaption>
        </figure>
      ))}
    </div>,
    document.body,
  )
}
