import type { PlanName } from '#domain/credits/plan.ts'

/** Plans and prices. */
export const pricingTexts = {
  title: 'Plans & Pricing',
  lead: 'Prices per month. One compute unit is one credit, and Go always shows the price first.',
  close: 'Close',
  perMonth: 'per month',
  was: 'was',
  popular: 'Popular',
  current: 'Current plan',
  choose: (plan: string) => `Choose ${plan}`,
  allFree: 'Everything is free here',
  error: 'Error',
  checkoutFailed: 'The plan could not be opened. Try again in a moment.',
  audience: {
    free: 'To try every tool.',
    basic: 'For a steady hand.',
    pro: 'For daily work.',
    max: 'For studios.',
  } satisfies Record<PlanName, string>,
  included: {
    free: ['Daily free generations', '1024 × 1024 limit'],
    basic: [
      '~4,000 Pro+ images',
      '~30,000 real-time images',
      '~100 enhanced images',
      '2 training slots',
      'Commercial license',
    ],
    pro: [
      '~60,000 Pro+ images',
      '~200,000 real-time images',
      '~300 enhanced images',
      '20 training slots',
      'Commercial license',
    ],
    max: [
      '~84,000 Pro+ images',
      '~400,000 real-time images',
      '~2,000 enhanced images',
      '~50 training slots',
      'Commercial license',
    ],
  } satisfies Record<PlanName, readonly string[]>,
  questionsTitle: 'Questions',
  questions: [
    {
      question: 'Do unused compute units roll over?',
      answer: 'Unused compute units do not roll over; they reset monthly.',
    },
    { question: 'How long are extra units valid?', answer: 'Purchased extra units are valid 90 days.' },
    { question: 'When do the free units come back?', answer: 'Daily free units refresh daily.' },
    {
      question: 'What happens when an image fails?',
      answer:
        'You never pay for an image you did not get. The price is held when you press Go and released if it fails.',
    },
    {
      question: 'What is a training slot?',
      answer: 'A slot holds one private style of your own. The Free plan has one.',
    },
  ],
}
