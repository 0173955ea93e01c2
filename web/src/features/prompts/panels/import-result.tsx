import { X } from 'lucide-react'
import type { ImportReply } from '#contract/prompts/name.ts'
import { IconButton } from '#web/ui/button.tsx'
import { wordTexts } from './texts.ts'

const texts = wordTexts.imports

type ImportResultProps = {
  result: ImportReply
  /** The sentence on what was saved. */
  saved: string
  onDismiss(): void
}

/** The outcome of an import: the number of saved entries, and each refused one with its reason. */
export const ImportResult = ({ result: { refused }, saved, onDismiss }: ImportResultProps) => (
  <section
    aria-label={texts.title}
    className="mx-6 mb-3 grid flex-none grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 rounded-12 bg-raised py-2 pr-2 pl-3.5 text-13 max-sm:mx-4"
  >
    <p className="py-1.5">
      {saved}
      {refused.length > 0 && ` ${texts.refused(refused.length)}`}
    </p>
    <IconButton size="small" label={texts.dismiss} onClick={onDismiss}>
      <X />
    </IconButton>
    {refused.length > 0 && (
      <ul
        aria-label={texts.refused(refused.length)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled with the keys too
        tabIndex={0}
        className="col-span-full max-h-32 overflow-y-auto pb-1.5 wrap-anywhere"
      >
        {refused.map(({ name, message }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same name may be refused twice, and nothing is moved
          <li key={position} className="py-0.5">
            <bdi className="font-medium">{name}</bdi> <span className="text-muted">{message}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

/** The sentence on a file that could not be imported. */
export const ImportFailure = ({ text }: { text: string }) => (
  <p role="alert" className="mx-6 mb-3 flex-none text-13 text-danger max-sm:mx-4">
    {text}
  </p>
)
