import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DescriptionShape } from '#contract/cards/description.ts'
import { describeImage, descriptionQuery, removeDescription, setDescription } from '#web/data/words/descriptions.ts'
import { announce } from '#web/ui/announce.ts'
import { describeTexts as texts } from './texts.ts'

type Written = Pick<DescriptionShape, 'text' | 'language' | 'languageModel'>

/**
 * The text about an image that is being written: by the user, or by a language model, and its author. A text that was changed by hand is
 * the user's.
 */
export function useDescription(imageId: string) {
  const stored = useQuery(descriptionQuery(imageId))
  /** Null: the stored text is shown. */
  const [draft, setDraft] = useState<string | null>(null)
  /** The texts that answers have replaced, the latest last. */
  const [earlier, setEarlier] = useState<readonly string[]>([])
  /** Texts as they were written, the latest first. */
  const [known, setKnown] = useState<readonly Written[]>([])
  const [wasUsed, setUsed] = useState(false)
  const paid = useRef(0)
  const asked = useRef<AbortController | null>(null)
  useEffect(() => () => asked.current?.abort(), [])

  const text = draft ?? stored.data?.text ?? ''
  const trimmed = text.trim()
  const author = [...known, ...(stored.data ? [stored.data] : [])].find((each) => each.text === trimmed)
  const languageModel = author?.languageModel ?? null
  const isKept = stored.data?.text === trimmed

  const writing = useMutation({
    mutationFn(language: string) {
      asked.current = new AbortController()
      return describeImage({ id: imageId, language }, asked.current.signal)
    },
    onSuccess(reply, language) {
      const written = { text: reply.text.trim(), language, languageModel: reply.languageModel }
      setKnown((before) => [written, ...before])
      if (trimmed !== '' && trimmed !== written.text) setEarlier((before) => [...before, text])
      setDraft(written.text)
      setUsed(false)
      paid.current += reply.price
      announce(texts.writtenBy(reply.languageModel))
    },
  })
  const keeping = useMutation({
    mutationFn: () => setDescription(imageId, { text: trimmed, language: author?.language ?? null, languageModel }),
    onSuccess: () => announce(texts.kept),
  })
  const removing = useMutation({
    mutationFn: (_removed: DescriptionShape) => removeDescription(imageId),
    onSuccess(_reply, removed) {
      // Its text stays in the field, to be kept again.
      setKnown((before) => [...before, removed])
      setDraft(text)
      announce(texts.removed)
    },
  })
  return {
    stored,
    text,
    trimmed,
    languageModel,
    isKept,
    writing,
    keeping,
    removing,
    /** Whether closing would lose a text that has cost something, or was written by hand. */
    hasUnkept: trimmed !== '' && !isKept && !wasUsed && (paid.current > 0 || languageModel === null),
    type: setDraft,
    stop() {
      asked.current?.abort()
      writing.reset()
      announce(texts.stopped)
    },
    /** Brings back the text that a language model has replaced; null where there is none. */
    restore:
      earlier.length === 0
        ? null
        : () => {
            // They go round, so that the text that stands there now can be had back as well.
            const [last = '', ...others] = [...earlier].reverse()
            setDraft(last)
            setEarlier(trimmed === '' || text === last ? others.reverse() : [text, ...others.reverse()])
          },
    /** Notes that the text was put elsewhere. */
    noteUse: () => setUsed(true),
  }
}

export type Description = ReturnType<typeof useDescription>
