import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Plan, planNames, plans } from '#domain/credits/plan.ts'
import { Button, type ButtonKind } from '#web/ui/button.tsx'
import { pricingTexts } from './texts.ts'
import './pricing.css'

/** The plan that is marked as popular. */
const popularPlan = 'pro'

/** A plan with the look of its button. */
export type ChoiceProps = { readonly plan: Plan; readonly kind: ButtonKind }

type PlanGridProps = {
  level: 2 | 3
  /** Renders the button of a plan. */
  choice(props: ChoiceProps): ReactNode
}

/** The four plans side by side, the popular one raised. */
export function PlanGrid({ level, choice }: PlanGridProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <div className="plans tabular-nums">
      {planNames.map((name) => {
        const isPopular = name === popularPlan
        return (
          <section key={name} aria-labelledby={`${id}-${name}`} className="plan" data-popular={isPopular || undefined}>
            <Heading id={`${id}-${name}`} className="flex items-center gap-2 font-semibold text-16">
              {plans[name].label}
              {isPopular && <span className="badge bg-ink! text-ground!">{pricingTexts.popular}</span>}
            </Heading>
            <p className="text-13 text-muted">{pricingTexts.audience[name]}</p>
            <PlanPrice plan={plans[name]} />
            {choice({ plan: plans[name], kind: isPopular ? 'solid' : 'line' })}
            <ul className="mt-6">
              {pricingTexts.included[name].map((part) => (
                <li key={part} className="flex gap-2.5 py-1 text-13">
                  <Check aria-hidden="true" className="mt-0.5 text-muted" />
                  {part}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

/** The price of a plan a month, and its former price. */
function PlanPrice({ plan: { price, formerPrice } }: { plan: Plan }) {
  return (
    <p className="plan-price mt-5 mb-6 flex flex-wrap items-baseline gap-x-2 gap-y-0 text-13 text-muted max-tablet:mx-0 max-tablet:mt-3 max-tablet:mb-5 [&_s]:text-16">
      <b>
        <i>$</i>
        {price}
      </b>
      {formerPrice !== null && (
        <s>
          <span className="sr-only">{pricingTexts.was} </span>${formerPrice}
        </s>
      )}
      <span className="whitespace-nowrap">{pricingTexts.perMonth}</span>
    </p>
  )
}

/** Replaces the button of the current plan. */
export const CurrentPlan = () => (
  <Button kind="line" className="w-full" disabled>
    {pricingTexts.current}
  </Button>
)

/** The questions of people about compute units, and the rules. */
export function Questions({ level }: { level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <section className="questions grid grid-cols-[1fr_2fr] gap-10 max-tablet:grid-cols-1 max-tablet:gap-4">
      <Heading className="display text-28">{pricingTexts.questionsTitle}</Heading>
      <dl>
        {pricingTexts.questions.map(({ question, answer }) => (
          <div key={question} className="border-hairline border-t py-4">
            <dt className="font-medium">{question}</dt>
            <dd className="mt-1 max-w-[60ch] text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
