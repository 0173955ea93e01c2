import { Link } from '@tanstack/react-router'
import { plans } from '#domain/plans/plans.ts'
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
          {plans.map(({ id, name, monthlyDollars, formerDollars }) => (
            <li key={id}>
              <span className="font-medium">{name}</span>
              <b>
                <i>$</i>
                {monthlyDollars}
                {formerDollars !== null && (
                  <s>
                    <span className="sr-only">{texts.was} </span>${formerDollars}
                  </s>
                )}
              </b>
              <span className="text-13 text-muted">{texts.included[id]}</span>
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
