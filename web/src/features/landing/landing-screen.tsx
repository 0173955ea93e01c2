import { Link } from '@tanstack/react-router'
import { GitBranch, Pause, Play, Scan, Zap } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { planNames, plans } from '#domain/credits/plan.ts'
import { useMediaQuery } from '#web/ui/browser-state.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import { Bands } from './bands.tsx'
import { Grove } from './grove.tsx'
import { landingTexts } from './texts.ts'
import './landing.css'

type Visitor = 'unknown' | 'signed-out' | 'signed-in'

const featureIcons = [Zap, GitBranch, Scan]

type LandingScreenProps = {
  visitor: Visitor
  /** The action of a visitor who wants no account yet. */
  guest: ReactNode
}

/** The landing page. Its actions depend on whether the visitor is signed in. */
export function LandingScreen({ visitor, guest }: LandingScreenProps) {
  return (
    <main className="max-sm:pb-14">
      <Hero>
        <h1 className="display max-w-[520px] text-76 max-sm:text-[48px]/[50px]">{landingTexts.headline}</h1>
        <p className="mt-6 mb-8 max-w-[440px] text-[18px]/7 text-muted tracking-[-0.012em]">{landingTexts.sentence}</p>
        <Invitation visitor={visitor} guest={guest} />
      </Hero>
      <Features />
      <GrowthStrip />
      <Bands />
      <PlanTeaser />
      {visitor === 'signed-out' && (
        <section className="border-hairline border-t px-6 pt-28 pb-30 text-center">
          <h2 className="display mb-8 text-[48px]/[52px] tracking-[-0.028em] max-sm:text-[36px]/10">
            {landingTexts.lastCall}
          </h2>
          <Link to="/signup" className={buttonClass('go', 'large')}>
            {landingTexts.startNow}
          </Link>
        </section>
      )}
    </main>
  )
}

/** As high as a visitor's actions, so that nothing jumps once the account state is known. */
const invitationHeight = 'min-h-20'

function Invitation({ visitor, guest }: LandingScreenProps) {
  if (visitor === 'signed-in')
    return (
      <div className={invitationHeight}>
        <Link to="/image" className={buttonClass('go', 'large')}>
          {landingTexts.start}
        </Link>
      </div>
    )
  return (
    <div className={joinClasses(invitationHeight, visitor === 'unknown' && 'invisible')}>
      <div className="flex flex-wrap gap-3">
        <Link to="/signup" className={buttonClass('go', 'large')}>
          {landingTexts.getStarted}
        </Link>
        <Link to="/login" className={buttonClass('line', 'large')}>
          {landingTexts.signIn}
        </Link>
        {visitor === 'signed-out' && guest}
      </div>
      <p className="mt-4 text-13 text-muted">{landingTexts.tokens}</p>
    </div>
  )
}

function Features() {
  return (
    <ul className="mx-10 grid grid-cols-3 border-hairline border-y max-md:mx-8 max-md:grid-cols-1 max-sm:mx-5">
      {landingTexts.features.map(({ title, text }, place) => {
        const Icon = featureIcons[place]
        return (
          <li
            key={title}
            className="border-hairline py-10 pr-10 not-first:border-l not-first:pl-10 max-md:py-8 max-md:pr-0 max-md:not-first:border-t max-md:not-first:border-l-0 max-md:not-first:pl-0"
          >
            {Icon && <Icon aria-hidden="true" className="size-[18px]!" />}
            <h2 className="display mt-5 mb-2 text-28">{title}</h2>
            <p className="max-w-[36ch] text-[15px]/6 text-muted">{text}</p>
          </li>
        )
      })}
    </ul>
  )
}

const addresses = import.meta.glob<string>('./growth/*.webp', { eager: true, query: '?url', import: 'default' })
const picture = (name: string) => addresses[`./growth/${name}.webp`]
const { grow } = landingTexts

/** One image becomes four, and one of those four more. */
function GrowthStrip() {
  return (
    <section className="growth">
      <h2 className="display">{grow.title}</h2>
      <p className="growth-lead">{grow.text}</p>
      <div className="growth-line">
        <figure>
          <img src={picture('one')} alt={grow.alts.one} width={760} height={570} loading="lazy" />
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
          <img key={place} src={picture(`${name}-${place}`)} alt="" width={400} height={300} loading="lazy" />
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

const texts = landingTexts.plans

/** The plans, in four columns. */
function PlanTeaser() {
  return (
    <section className="teaser">
      <div>
        <h2 className="display">{texts.title}</h2>
        <p className="teaser-lead">{texts.text}</p>
        <ul>
          {planNames
            .map((name) => plans[name])
            .map(({ name, label, price, formerPrice }) => (
              <li key={name}>
                <span className="font-medium">{label}</span>
                <b>
                  <i>$</i>
                  {price}
                  {formerPrice !== null && (
                    <s>
                      <span className="sr-only">{texts.was} </span>${formerPrice}
                    </s>
                  )}
                </b>
                <span className="text-13 text-muted">{texts.included[name]}</span>
              </li>
            ))}
        </ul>
        <Link to="/pricing" className="text-link mt-4 inline-block">
          {texts.all}
        </Link>
      </div>
    </section>
  )
}

const liveGrove = lazyPart(async () => (await import('./live/live-grove.tsx')).LiveGrove)

/**
 * The headline, and behind it a tree of cards: a still picture at first, then the product's own canvas, moving slowly
 * until the user pauses it. With reduced motion it does not move until it is started.
 */
function Hero({ children }: { children: ReactNode }) {
  const hero = useRef<HTMLElement>(null)
  const board = useRef<HTMLDivElement>(null)
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [choice, setChoice] = useState<'moving' | 'paused' | null>(null)
  const isMoving = choice === null ? !isReduced : choice === 'moving'
  const isIdle = useIdle()
  const isInView = useInView(hero)
  const [wasLive, setLive] = useState(false)
  if (isIdle && isMoving && !wasLive) setLive(true)

  return (
    <section
      ref={hero}
      className="hero-grove relative flex h-dvh max-h-[1000px] min-h-[720px] items-center max-md:h-auto max-md:max-h-none max-md:flex-col-reverse max-md:items-start"
    >
      <Grove
        boardRef={board}
        live={
          wasLive && (
            // The still picture stays where the canvas cannot be loaded.
            <LazySlot part={liveGrove} props={{ boardRef: board, isMoving: isMoving && isInView }} failed={null} />
          )
        }
      />
      <div className="relative w-full max-w-[600px] pl-10 max-md:px-8 max-md:pt-28 max-sm:px-5 max-sm:pt-24">
        {children}
      </div>
      <div className="island absolute right-6 bottom-6 p-0.5 max-sm:right-4 max-sm:bottom-4">
        <IconButton
          size="small"
          label={isMoving ? landingTexts.pause : landingTexts.play}
          onClick={() => setChoice(isMoving ? 'paused' : 'moving')}
        >
          {isMoving ? <Pause /> : <Play />}
        </IconButton>
      </div>
    </section>
  )
}

/** Long enough for a slow phone to finish everything else. */
const restMs = 4_000
/** Events of user activity. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Turns true at the first user activity, or some time after the page has loaded, when the browser is idle. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let idle = 0
    // Safari has no idle callbacks.
    const ask = () => {
      if ('requestIdleCallback' in window) idle = requestIdleCallback(() => setIdle(true))
      else setIdle(true)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer = setTimeout(ask, restMs)
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    for (const sign of signs) addEventListener(sign, ask, { once: true, passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, ask)
      removeEventListener('load', start)
      clearTimeout(timer)
      if (idle) cancelIdleCallback(idle)
    }
  }, [])
  return isIdle
}

/** Whether any part of an element is on the screen. */
function useInView(element: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    if (!element.current) return
    const watch = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true))
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element])
  return isInView
}
