import type { ReactNode } from 'react'
import type { Remark } from './remark.ts'
import { RemarkList } from './remark-list.tsx'
import { remarkTexts } from './remark-texts.ts'

type PictureRemarksProps = {
  remarks: readonly Remark[]
  /** Names of those who like the picture. */
  likedBy: readonly string[]
  pressed: { readonly id: string } | null
  /** What can be done with one. */
  children(remark: Remark): ReactNode
}

/** What others have said of a picture, in the panel beside it; nothing where they have said nothing. */
export function PictureRemarks({ remarks, likedBy, pressed, children }: PictureRemarksProps) {
  if (remarks.length + likedBy.length === 0) return null
  return (
    <section className="picture-remarks" aria-label={remarkTexts.said}>
      <h3 className="font-semibold text-13">{remarkTexts.said}</h3>
      {likedBy.length > 0 && <p className="text-13 text-muted">{remarkTexts.likedBy(likedBy)}</p>}
      <RemarkList remarks={remarks} pressed={pressed}>
        {children}
      </RemarkList>
    </section>
  )
}
