import type { GroveCard as Card } from './grove-cards.ts'
import { grovePicture, grovePlaces } from './grove-pictures.ts'
import { landingTexts } from './texts.ts'

type GroveCardProps = {
  card: Card
  /** Whether the tour has stopped at it. */
  isLookedAt: boolean
}

/** One card as the canvas shows it, without its buttons. */
export function GroveCard({ card: { name, x, y, prompt, settings }, isLookedAt }: GroveCardProps) {
  return (
    <div className="grove-card" data-looked-at={isLookedAt || undefined} style={{ left: x, top: y }}>
      <p>{prompt}</p>
      <div>
        {grovePlaces.map((place) => (
          <img
            key={place}
            src={grovePicture(`${name}-${place}`)}
            alt=""
            width={settings.startsWith('2:3') ? 128 : 186}
            height={settings.startsWith('2:3') ? 192 : 186}
          />
        ))}
      </div>
      <p>
        <b>{landingTexts.engine}</b> {settings}
      </p>
    </div>
  )
}
