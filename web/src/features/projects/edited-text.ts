import { useState } from 'react'
import { agoText } from '#domain/format.ts'
import { boardTexts } from './board-texts.ts'

/** 'edited 5 min ago', as it was when the list was opened. @param editedAt ISO 8601 */
export function useEditedText(editedAt: string): string {
  const [now] = useState(Date.now)
  return boardTexts.edited(agoText(editedAt, now))
}
