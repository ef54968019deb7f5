import { TOKEN_KEY } from '#web/lib/session-store.ts'

/**
 * Runs before the first paint and marks the page when the browser holds a token. Such a visitor never sees the parts for signed-out
 * visitors, although the server cannot know (its hint cookie may be gone). Style sheets select by `data-token`.
 */
export const TOKEN_MARK_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(TOKEN_KEY)}))document.documentElement.dataset.token=""}catch{}`
