import type { PlanName } from '#domain/credits/plan.ts'

/** The landing page. */
export const landingTexts = {
  headline: 'Grow one image into many.',
  sentence:
    'Describe a picture, choose from 39 models, and branch every result on one canvas. Nothing you make is ever overwritten.',
  getStarted: 'Get Started Free',
  signIn: 'Sign In',
  start: 'Start Creating',
  tokens: '250 free tokens for every new account.',
  features: [
    {
      title: 'Lightning Fast',
      text: 'Drafts in under a second, finished pictures in about ten. Each one counts its seconds while you wait.',
    },
    {
      title: 'Unlimited Creativity',
      text: '39 models, styles and image prompts. Enhance or remix any result and keep every path you took.',
    },
    {
      title: 'Professional Quality',
      text: 'Up to 4K, exported as PNG, with prompt, model, settings and seed kept inside the file.',
    },
  ],
  engine: 'Sketch',
  grove: 'A canvas of cards that branch',
  pause: 'Pause the background',
  play: 'Move the background',
  grow: {
    title: 'One, then four, then four more.',
    text: 'Every generation is a card. Branch from the one you like and the tree remembers how you got there.',
    one: 'One image',
    enhance: 'Enhance: improve quality and add details',
    remix: 'Remix: create a variation with a different style',
    alts: {
      one: 'Flowers in a stoneware vase by the window',
      enhance: 'The same flowers four times, with more detail',
      remix: 'Four pictures in other styles: a desert, a bowl of pears, sailing boats, a lake',
    },
  },
  plans: {
    title: 'Start free. Pay when you grow.',
    text: 'Compute units reset every month. Extra units are valid for 90 days.',
    was: 'was',
    all: 'Compare plans',
    included: {
      free: 'Daily free generations',
      basic: '~4,000 Pro+ images',
      pro: '~60,000 Pro+ images',
      max: '~84,000 Pro+ images',
    } satisfies Record<PlanName, string>,
  },
  lastCall: 'Plant the first one.',
  startNow: 'Start Creating Now',
}
