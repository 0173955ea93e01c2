import { Check } from 'lucide-react'
import { useId } from 'react'
import { planOffers } from '#domain/plans/plan-offer.ts'
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
      {planOffers.map((offer) => (
        <section
          key={offer.plan}
          aria-labelledby={`${id}-${offer.plan}`}
          className="plan"
          data-popular={offer.isPopular || undefined}
        >
          <Heading id={`${id}-${offer.plan}`} className="flex items-center gap-2 font-semibold text-16">
            {offer.title}
            {offer.isPopular && <span className="badge bg-ink! text-ground!">{pricingTexts.popular}</span>}
          </Heading>
          <p className="text-13 text-muted">{pricingTexts.audience[offer.plan]}</p>
          <PlanPrice offer={offer} />
          <PlanChoice offer={offer} buyer={buyer} />
          <ul className="mt-6">
            {pricingTexts.included[offer.plan].map((part) => (
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
