import { Link } from '@tanstack/react-router'
import { GitBranch, Scan, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { Hero } from './hero.tsx'
import { landingTexts } from './texts.ts'
import './landing.css'
import { planNames, plans } from '#domain/credits/plan.ts'

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
      <div className="flex gap-3">
        <Link to="/signup" className={buttonClass('go', 'large')}>
          {landingTexts.getStarted}
        </Link>
        <Link to="/login" className={buttonClass('line', 'large')}>
          {landingTexts.signIn}
        </Link>
      </div>
      <div className="mt-4 flex flex-wrap items-baseline gap-x-3 text-13">
        <p className="text-muted">{landingTexts.tokens}</p>
        {visitor === 'signed-out' && guest}
      </div>
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
