import { appendPhrase } from '#domain/prompt/append-phrase.ts'
import { changeDraft, draft } from '#web/features/compose/draft.ts'
import { inspirationTexts } from '#web/features/compose/texts.ts'
import { announce } from '#web/ui/announce.ts'
import cabin from './pictures/cabin.webp'
import fox from './pictures/fox.webp'
import mesas from './pictures/mesas.webp'
import pears from './pictures/pears.webp'
import ridges from './pictures/ridges.webp'
import rooftops from './pictures/rooftops.webp'
import sail from './pictures/sail.webp'

/** The seven samples. A press appends one to the prompt, after a comma. */
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

/**
 * A prompt to begin with, and its picture by the built-in painter: 168 × 216 pixels, three times its size on the page.
 */
export type Sample = { readonly prompt: string; readonly picture: string }

/** The seven samples, from the top. */
const samples: readonly Sample[] = [
  { prompt: 'Three pears and a vase on a bare table, one north window, Dutch still life', picture: pears },
  { prompt: 'Pine ridges either side of a red sun, mist in the valley, risograph grain', picture: ridges },
  { prompt: 'A fox in tall autumn grass, low sun, watercolour', picture: fox },
  { prompt: 'A small white sail under a full moon, long rolling swell, deep blue', picture: sail },
  { prompt: 'Red mesas at five in the evening, two saguaros, flat grainy gouache', picture: mesas },
  { prompt: 'A small cabin in fresh snow, smoke from the chimney, first light', picture: cabin },
  { prompt: 'Rooftops of an old town after rain, one lit window, ink and wash', picture: rooftops },
]
