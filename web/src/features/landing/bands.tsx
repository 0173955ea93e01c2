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
          <div className="band-picture relative overflow-hidden rounded-16" role="img" aria-label={edit.alt}>
            <img className="block w-full" src={addresses['./growth/one.webp']} alt="" {...size} loading="lazy" />
            <img
              src={addresses['./bands/after.webp']}
              alt=""
              {...size}
              loading="lazy"
              className="band-after block w-full"
            />
            <span className="absolute inset-y-0 left-[calc(50%_-_1px)] w-0.5 bg-(--on-glass) ring ring-(--glass)" />
            <span className="absolute bottom-3 left-3 rounded-[99px] bg-(--glass) px-2.5 py-0.5 text-12/5 text-(--on-glass)">
              {edit.before}
            </span>
            <span className="absolute right-3 bottom-3 rounded-[99px] bg-(--glass) px-2.5 py-0.5 text-12/5 text-(--on-glass)">
              {edit.after}
            </span>
          </div>
          <figcaption>{edit.caption}</figcaption>
        </figure>
      </Band>
      <Band title={review.title} text={review.text}>
        <figure>
          <div className="band-picture relative overflow-hidden rounded-16" role="img" aria-label={review.alt}>
            <img className="block w-full" src={addresses['./bands/review.webp']} alt="" {...size} loading="lazy" />
            {review.comments.map(({ x, y }, index) => (
              <span
                key={x}
                className="band-pin absolute -m-3 grid size-6 place-items-center rounded-full bg-(--glass) text-[12px] font-medium text-(--on-glass)"
                style={{ left: `${x}%`, top: `${y}%` }}
              >
                {index + 1}
              </span>
            ))}
          </div>
          <ol className="mt-3 grid list-decimal gap-1 pl-[1.4em] text-13 text-muted">
            {review.comments.map(({ name, text }) => (
              <li key={text}>
                <b className="font-medium text-ink">{name}</b> {text}
              </li>
            ))}
          </ol>
        </figure>
      </Band>
      <Band title={own.title} text={own.text}>
        <ul className="band-places grid grid-cols-2 gap-px overflow-hidden rounded-16 border border-hairline bg-hairline max-sm:grid-cols-1 [&_svg]:size-4.5">
          {own.places.map(({ title, text }, index) => {
            const Icon = placeIcons[index]
            return (
              <li className="bg-panel p-6" key={title}>
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
    <section className="band mx-auto grid max-w-[1440px] items-center">
      <div>
        <h2 className="display">{title}</h2>
        <p className="max-w-[44ch] text-16 text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}
