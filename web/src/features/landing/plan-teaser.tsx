import { Link } from '@tanstack/react-router'
import { planNames, plans } from '#domain/credits/plan.ts'
import { landingTexts } from './texts.ts'

const texts = landingTexts.plans

/** What it costs, in four columns. */
export function PlanTeaser() {
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
