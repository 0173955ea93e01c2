import { Link } from '@tanstack/react-router'
import { GitBranch, Scan, Zap } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { GrowthStrip } from './growth-strip.tsx'
import { Hero } from './hero.tsx'
import { PlanTeaser } from './plan-teaser.tsx'
import { landingTexts } from './texts.ts'

type Visitor = 'unknown' | 'signed-out' | 'signed-in'

const featureIcons = [Zap, GitBranch, Scan]

/** The first page. What it offers depends on whether the visitor is signed in. */
export function LandingScreen({ visitor }: { visitor: Visitor }) {
  return (
    <main className="max-sm:pb-14">
      <Hero>
        <h1 className="display max-w-[520px] text-76 max-sm:text-[48px]/[50px]">{landingTexts.headline}</h1>
        <p className="mt-6 mb-8 max-w-[440px] text-[18px]/7 text-muted tracking-[-0.012em]">{landingTexts.sentence}</p>
        <Invitation visitor={visitor} />
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

/** As high as what a visitor sees, so that nothing jumps once it is known who looks. */
const invitationHeight = 'min-h-20'

function Invitation({ visitor }: { visitor: Visitor }) {
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
