import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { madeFact } from '#web/ui/image-facts.ts'
import type { Remark } from './remark.ts'
import { remarkTexts } from './remark-texts.ts'
import './pins.css'

type RemarkListProps = {
  remarks: readonly Remark[]
  /** The one whose pin was pressed, in a new object for each press; null before any was. */
  pressed: { readonly id: string } | null
  /** What can be done with one. */
  children?: (remark: Remark) => ReactNode
}

/** What was said of a picture, in the order of its pins: who, when and what. */
export function RemarkList({ remarks, pressed, children }: RemarkListProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (pressed) list.current?.querySelector<HTMLElement>(`[data-remark="${pressed.id}"]`)?.focus()
  }, [pressed])
  return (
    <ol ref={list} className="remarks">
      {remarks.map((remark, place) => {
        const { id, author, text, isResolved, createdAt } = remark
        return (
          <li key={id} data-remark={id} tabIndex={-1} className="remark" data-resolved={isResolved || undefined}>
            <span className="remark-number" data-resolved={isResolved || undefined}>
              {isResolved ? <Check aria-label={remarkTexts.done} /> : place + 1}
            </span>
            <div className="min-w-0">
              <p className="font-semibold">
                {author}
                <time dateTime={createdAt}>{madeFact(createdAt)}</time>
              </p>
              <p className="whitespace-pre-wrap break-words">{text}</p>
            </div>
            {children?.(remark)}
          </li>
        )
      })}
    </ol>
  )
}
