import { pricingTexts } from './texts.ts'

/** What people ask about compute units, and the rules. */
export function Questions({ level }: { level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <section className="questions">
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
