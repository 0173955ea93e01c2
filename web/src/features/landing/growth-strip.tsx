import { landingTexts } from './texts.ts'
import './growth-strip.css'

const addresses = import.meta.glob<string>('./growth/*.webp', { eager: true, query: '?url', import: 'default' })
const picture = (name: string) => addresses[`./growth/${name}.webp`]
const { grow } = landingTexts

/** One image becomes four, and one of those four more. */
export function GrowthStrip() {
  return (
    <section className="growth">
      <h2 className="display">{grow.title}</h2>
      <p className="growth-lead">{grow.text}</p>
      <div className="growth-line">
        <figure>
          <img src={picture('one')} alt={grow.alts.one} width={520} height={780} loading="lazy" />
          <figcaption>{grow.one}</figcaption>
        </figure>
        <Fork />
        <Four name="enhance" />
        <Fork />
        <Four name="remix" />
      </div>
    </section>
  )
}

function Four({ name }: { name: 'enhance' | 'remix' }) {
  return (
    <figure>
      <div className="growth-four" role="img" aria-label={grow.alts[name]}>
        {[1, 2, 3, 4].map((place) => (
          <img key={place} src={picture(`${name}-${place}`)} alt="" width={520} height={390} loading="lazy" />
        ))}
      </div>
      <figcaption>{grow[name]}</figcaption>
    </figure>
  )
}

function Fork() {
  return (
    <svg viewBox="0 0 56 200" preserveAspectRatio="none" aria-hidden="true">
      <path
        d="M0 100h14q14 0 14-14V40q0-14 14-14h14M0 100h14q14 0 14 14v46q0 14 14 14h14"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
