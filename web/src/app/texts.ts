import { productName } from '#web/ui/product-name.ts'

export const appTexts = {
  loadingSession: 'Checking who is signed in',
  loading: 'Loading',
  navigation: 'Main',
  home: 'Home',
  image: 'Image',
  back: 'Back to Create an Image',
  titles: {
    login: 'Sign in',
    signup: 'Sign up',
    image: 'Create an Image',
    project: 'Project',
    connectModels: 'Connect models',
    notFound: 'Not found',
  },
  notFound: {
    title: 'Oops! Page not found',
    text: 'The address may be mistyped, or what was here is gone.',
    link: 'Return to Home',
  },
  unreachable: { title: `${productName} can't be reached`, text: 'Check your connection and try again.' },
  broken: {
    title: 'This page broke',
    text: 'Something went wrong on our side. Loading the page again usually helps.',
    action: 'Load again',
  },
  tryAgain: 'Try again',
  projectFailed: { title: 'This did not load', text: 'The project could not be read.' },
}
