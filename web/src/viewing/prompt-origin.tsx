import type { ReactNode } from 'react'
import { textDifference } from '#domain/lineage/text-difference.ts'
import { PromptPieces } from './prompt-pieces.tsx'
import { promptOriginTexts as texts } from './texts.ts'

export type PromptOriginProps = {
  prompt: string
  /** The prompt with the names of lists; null where no words were drawn. */
  writtenPrompt: string | null
  /** The text before a language model improved it; null for a prompt that was not improved. */
  improvedFrom: string | null
  /** The named references whose pictures were sent. */
  references: readonly { readonly name: string }[]
}

/** Shows the origin of a prompt: the improved text, as a difference; what was written in place of drawn words; what it names. */
export function PromptOrigin({ prompt, writtenPrompt, improvedFrom, references }: PromptOriginProps) {
  return (
    <>
      {improvedFrom !== null && (
        <Part label={texts.improvedFrom}>
          <PromptPieces pieces={textDifference(improvedFrom, writtenPrompt ?? prompt)} />
        </Part>
      )}
      {writtenPrompt !== null && (
        <Part label={texts.written}>
          <p dir="auto" className="text-13 [overflow-wrap:anywhere]">
            {writtenPrompt}
          </p>
        </Part>
      )}
      {references.length > 0 && (
        <Part label={texts.references}>
          <p className="text-13 [overflow-wrap:anywhere]">{references.map(({ name }) => `@${name}`).join(', ')}</p>
        </Part>
      )}
    </>
  )
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="mt-3 grid gap-1">
    <h3 className="text-12 text-muted">{label}</h3>
    {children}
  </section>
)
