import { productName } from '#web/ui/product-name.ts'

export const accountTexts = {
  login: {
    title: 'Welcome back',
    submit: 'Sign in',
    busy: 'Signing in...',
    other: 'New here?',
    otherLink: 'Create your account',
    failed: 'Login failed',
  },
  signup: {
    title: 'Create your account',
    submit: 'Sign up',
    busy: 'Creating account...',
    other: 'Already have an account?',
    otherLink: 'Sign in',
    failed: 'Signup failed',
    passwordHint: 'Must be at least 6 characters long',
    invalidPassword: { title: 'Invalid password', description: 'Password must be at least 6 characters long' },
    done: { title: 'Account created!', description: 'Welcome to our platform. Start creating amazing images now.' },
  },
  fields: { firstName: 'First Name', email: 'Email', password: 'Password' },
  required: { firstName: 'Enter your first name', email: 'Enter your email', password: 'Enter your password' },
  badEmail: 'That is not an email address',
  noConnection: `${productName} can't be reached. Check your connection and try again.`,
  menu: {
    label: 'Account',
    manage: 'Manage account',
    usage: 'Usage',
    pricing: 'Plans & Pricing',
    community: 'Join community',
    theme: 'Theme',
    themes: { system: 'Like the system', light: 'Light', dark: 'Dark' },
    logOut: 'Log out',
    used: (percent: number) => `${percent}% daily compute used`,
  },
  logOutFailed: { title: 'Error', description: 'You are still signed in: the server did not answer.' },
}
