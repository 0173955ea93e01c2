import { Check } from 'lucide-react'
import { useId } from 'react'
import { plans } from '#domain/plans/plans.ts'
import { type Buyer, PlanChoice } from './plan-choice.tsx'
import { PlanPrice } from './plan-price.tsx'
import { pricingTexts } from './texts.ts'
import './pricing.css'

/** The four plans side by side, the popular one raised. */
export function PlanGrid({ buyer, level }: { buyer: Buyer; level: 2 | 3 }) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <div className="plans tabular-nums">
      {plans.map((plan) => (
        <section
          key={plan.id}
          aria-labelledby={`${id}-${plan.id}`}
          className="plan"
          data-popular={plan.isPopular || undefined}
        >
          <Heading id={`${id}-${plan.id}`} className="flex items-center gap-2 font-semibold text-16">
            {plan.name}
            {plan.isPopular && <span className="badge bg-ink! text-ground!">{pricingTexts.popular}</span>}
          </Heading>
          <p className="text-13 text-muted">{pricingTexts.audience[plan.id]}</p>
          <PlanPrice plan={plan} />
          <PlanChoice plan={plan} buyer={buyer} />
          <ul className="mt-6">
            {pricingTexts.included[plan.id].map((part) => (
              <li key={part} className="flex gap-2.5 py-1 text-13">
                <Check aria-hidden="true" className="mt-0.5 text-muted" />
                {part}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
