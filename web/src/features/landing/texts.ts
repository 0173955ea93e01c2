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
      one: 'Flowers in a blue vase by the window',
      enhance: 'The same flowers four times, with more detail',
      remix: 'The same flowers four times in gouache, each in other colors',
    },
  },
  bands: {
    edit: {
      title: 'Change a part. Keep the rest.',
      text: 'Paint over what should be different, erase, extend, cut out, enlarge or adjust. What is outside of your selection stays to the pixel, and every edit is a branch.',
      before: 'Before',
      after: 'After',
      caption: 'Adjusted on this machine, without a model',
      alt: 'The flowers before and after an edit: the right half is warmer and darker at its edges',
    },
    review: {
      title: 'Send a link. Get an answer.',
      text: 'Clients look, like and pin their comments to the very spot, without an account. You read them beside the board, reply, and change just that part.',
      alt: 'A picture with the numbered pins of two comments',
      comments: [
        { name: 'Vera', text: 'This light is what I mean.', x: 34, y: 30 },
        { name: 'Oda', text: 'Could the pear be darker?', x: 28, y: 80 },
      ],
    },
    own: {
      title: 'Your keys, or your own machine.',
      text: 'Add keys of the makers that you use, or install a model beside the server. With that one, neither a prompt nor a picture leaves it.',
      places: [
        { title: 'Your keys', text: 'Google, OpenAI, Krea, Replicate, AI Gateway, Runway, Ideogram' },
        { title: 'On this machine', text: 'SDXS, SD-Turbo and LCM, once they are installed' },
        { title: 'Your engines', text: 'ComfyUI, AUTOMATIC1111, sd-server, Ollama, LocalAI' },
        { title: 'Any address', text: 'OpenRouter, fal, and servers with OpenAI’s image calls' },
      ],
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
