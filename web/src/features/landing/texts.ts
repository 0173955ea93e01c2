export const landingTexts = {
  headline: 'Grow one image into many.',
  sentence:
    'Describe a picture, choose from 18 models, and branch every result on one canvas. Nothing you make is ever overwritten.',
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
      text: 'Eighteen models, styles and image prompts. Enhance or remix any result and keep every path you took.',
    },
    {
      title: 'Professional Quality',
      text: 'Up to 4K, exported as PNG, with prompt, model, settings and seed kept inside the file.',
    },
  ],
  lastCall: 'Plant the first one.',
  startNow: 'Start Creating Now',
}
