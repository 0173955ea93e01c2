import { Cpu, KeyRound, Plug, Server } from 'lucide-react'
import type { ReactNode } from 'react'
import { landingTexts } from './texts.ts'
import './bands.css'

const addresses = import.meta.glob<string>(['./bands/*.webp', './growth/one.webp'], {
  eager: true,
  query: '?url',
  import: 'default',
})

const size = { width: 760, height: 570 }

const { edit, review, own } = landingTexts.bands

/** Editing, review, and where pictures can be made: a picture of each beside its words. */
export function Bands() {
  return (
    <>
      <Band title={edit.title} text={edit.text}>
        <figure>
          <div className="band-picture" role="img" aria-label={edit.alt}>
            <img src={addresses['./growth/one.webp']} alt="" {...size} loading="lazy" />
            <img src={addresses['./bands/after.webp']} alt="" {...size} loading="lazy" className="band-after" />
            <span className="band-divider" />
            <span className="band-label left-3">{edit.before}</span>
            <span className="band-label right-3">{edit.after}</span>
          </div>
          <figcaption>{edit.caption}</figcaption>
        </figure>
      </Band>
      <Band title={review.title} text={review.text}>
        <figure>
          <div className="band-picture" role="img" aria-label={review.alt}>
            <img src={addresses['./bands/review.webp']} alt="" {...size} loading="lazy" />
            {review.comments.map(({ x, y }, index) => (
              <span key={x} className="band-pin" style={{ left: `${x}%`, top: `${y}%` }}>
                {index + 1}
              </span>
            ))}
          </div>
          <ol className="band-comments">
            {review.comments.map(({ name, text }) => (
              <li key={text}>
                <b>{name}</b> {text}
              </li>
            ))}
          </ol>
        </figure>
      </Band>
      <Band title={own.title} text={own.text}>
        <ul className="band-places">
          {own.places.map(({ title, text }, index) => {
            const Icon = placeIcons[index]
            return (
              <li key={title}>
                {Icon && <Icon aria-hidden="true" />}
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            )
          })}
        </ul>
      </Band>
    </>
  )
}

const placeIcons = [KeyRound, Cpu, Server, Plug]

type BandProps = { title: string; text: string; children: ReactNode }

function Band({ title, text, children }: BandProps) {
  return (
    <section className="band">
      <div>
        <h2 className="display">{title}</h2>
        <p className="band-lead">{text}</p>
      </div>
      {children}
    </section>
  )
}
