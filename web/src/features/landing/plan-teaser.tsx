import { Link } from '@tanstack/react-router'
import { planOffers } from '#domain/plans/plan-offer.ts'
import { landingTexts } from './texts.ts'

const { plans: texts } = landingTexts

/** What it costs, in four columns. */
export function PlanTeaser() {
  return (
    <section className="teaser">
      <div>
        <h2 className="display">{texts.title}</h2>
        <p className="teaser-lead">{texts.text}</p>
        <ul>
          {planOffers.map(({ plan, title, monthlyDollars, formerDollars }) => (
            <li key={plan}>
              <span className="font-medium">{title}</span>
              <b>
                <i>$</i>
                {monthlyDollars}
                {formerDollars !== null && (
                  <s>
                    <span className="sr-only">{texts.was} </span>${formerDollars}
                  </s>
                )}
              </b>
              <span className="text-13 text-muted">{texts.included[plan]}</span>
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
