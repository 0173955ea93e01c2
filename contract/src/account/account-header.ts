/**
 * Names the user for whom a page of the web application calls. Another one may have signed in since, in another tab of the browser:
 * the server then refuses the call with `other-account`. Programs leave it out.
 */
export const accountHeader = 'x-espalier-account'

/** The same in the query of what a browser requests without headers of a page: the event stream, and a form that is posted. */
export const accountQuery = 'user'
