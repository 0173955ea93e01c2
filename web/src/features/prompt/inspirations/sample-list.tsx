import { appendPhrase } from '#domain/prompt/append-phrase.ts'
import { announce } from '#web/ui/announce.ts'
import { changeDraft, draft } from '../draft.ts'
import { samples } from './samples.ts'
import { inspirationTexts } from './texts.ts'

/** The seven samples. A press adds one to the prompt, after a comma. */
export function SampleList({ onPick }: { onPick?: () => void }) {
  const pick = (phrase: string) => {
    changeDraft({ prompt: appendPhrase(draft.get().prompt, phrase) })
    announce(inspirationTexts.added)
    onPick?.()
  }
  return (
    <ul>
      {samples.map(({ prompt, picture }) => (
        <li key={prompt}>
          <button
            type="button"
            className="grid w-full grid-cols-[56px_1fr] items-center gap-3 rounded-12 p-2 text-left text-13 text-muted hover:bg-raised hover:text-ink"
            onClick={() => pick(prompt)}
          >
            <img src={picture} alt="" width={56} height={72} className="h-[72px] rounded-8 object-cover" />
            {prompt}
          </button>
        </li>
      ))}
    </ul>
  )
}
