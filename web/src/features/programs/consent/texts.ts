export const consentTexts = {
  title: (name: string) => `Connect ${name}?`,
  loading: 'Reading what the program asks for',
  /** In the order in which they are read. */
  rows: { name: 'It calls itself', from: 'Described at', answers: 'It is answered at', account: 'It acts as' },
  thisComputer: (host: string) => `This computer (${host})`,
  local: 'Any program on this computer can call itself so. Go on only if you have just started to connect it there.',
  unverified: 'Programs choose their names themselves. Go on only if you know the address above.',
  allow: 'Allow',
  allowing: 'Allowing...',
  deny: 'Deny',
  failed: 'The program was not connected',
  tryAgain: 'Check your connection and try again.',
  later: 'You can change the cap, or end the connection at once, in Manage account, API & agents.',
  allowed: {
    title: 'Connected',
    text: (name: string) => `${name} goes on by itself. You can close this page.`,
    link: 'API & agents',
  },
  denied: { title: 'Not connected', text: (name: string) => `${name} was refused. You can close this page.` },
  refused: {
    title: 'This cannot be connected',
    text: 'Nothing was shared with it. Start again in the program. If it happens again, its maker has to know this:',
    unknown:
      'Nothing was shared with it. Open the program, remove the connection there and add it again. If it happens again, its maker has to know this:',
    back: 'Back to the program',
    unread: 'What the program asks for could not be read.',
    again: 'Try again',
  },
  home: 'Return to Home',
  signIn: 'A program wants to connect to your canvas. Sign in to decide.',
  pageTitle: 'Connect a program',
  guest: 'You are a guest. Programs are connected to an account: sign up first, and your board stays.',
}
