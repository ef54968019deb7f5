import { TOKEN_KEY } from '#web/lib/session-store.ts'

/**
 * Runs before anything is painted: a visitor whose browser holds a session never sees what only strangers are shown, though
 * the server cannot know (the cookie that hints at it may have gone). Style sheets ask for `data-token`.
 */
export const TOKEN_MARK_SCRIPT = `try{if(localStorage.getItem(${JSON.stringify(TOKEN_KEY)}))document.documentElement.dataset.token=""}catch{}`
