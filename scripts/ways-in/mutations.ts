/**
 * What a call needs beside its access: nothing, what a mail link or a provider proves, a password,
 * or a fresh proof (`recent`: a sign-in, password or provider within ten minutes; `proof`: the
 * password with the call, or a proof within ten minutes, but no mere sign-in).
 */
export type Proof = 'none' | 'link' | 'password' | 'provider' | 'code' | 'recent' | 'proof'

export type Mutation = {
  proof: Proof
  /** Kinds of the mails that it queues. */
  mails?: readonly string[]
  /** What it ends, or what else the reader has to know. */
  note?: string
}

const plain: Mutation = { proof: 'none' }
const made: Mutation = { proof: 'recent', mails: ['integration_created'] }
const paid: Mutation = { proof: 'none', note: 'The payment provider asks for its own proofs.' }

/** Every call that changes something, in the order of the API. */
export const mutations: Record<string, Mutation> = {
  emailSignup: { proof: 'none', mails: ['verify_sign_up', 'already_registered'] },
  emailSignin: { proof: 'password', mails: ['new_sign_in'] },
  finishSignin: {
    proof: 'code',
    mails: ['new_sign_in', 'second_factor'],
    note: 'After `emailSignin` or `googleSignin` said `code_required`; mails of the use of a recovery code.',
  },
  beginSecondFactor: { proof: 'proof', note: 'Nothing changes before `confirmSecondFactor`.' },
  confirmSecondFactor: {
    proof: 'code',
    mails: ['second_factor'],
    note: 'Ends the other sessions.',
  },
  endSecondFactor: {
    proof: 'password',
    mails: ['second_factor'],
    note: 'And a code. Or a proof and a code, for an account without a password.',
  },
  startIdentity: plain,
  googleSignin: { proof: 'provider', mails: ['new_sign_in', 'identity_linked'] },
  verifyEmail: {
    proof: 'link',
    mails: ['email_change_notice'],
    note: 'A GET, because it is a link; repeating it changes nothing.',
  },
  resendVerification: { proof: 'none', mails: ['verify_sign_up', 'reset_password'] },
  forgotPassword: { proof: 'none', mails: ['reset_password'] },
  resetPassword: {
    proof: 'link',
    mails: ['password_changed'],
    note: 'Ends all sessions, API keys, feeds and webhooks, and a pending change of the address.',
  },
  undoDeletion: { proof: 'link' },
  logout: { proof: 'none', note: 'Ends this session.' },
  logoutEverywhere: { proof: 'none', note: 'Ends all sessions; programs keep their access.' },
  revokeSession: { proof: 'none', note: 'Ends one session.' },
  reauthenticate: { proof: 'password', note: 'Or a proof by the identity provider.' },
  createApiKey: made,
  deleteApiKey: { proof: 'none', note: 'Without a plan too.' },
  createWebhook: made,
  deleteWebhook: { proof: 'none', note: 'Without a plan too.' },
  testWebhook: { proof: 'none', mails: ['webhook_paused'] },
  updateProfile: {
    proof: 'proof',
    mails: ['confirm_email_change', 'email_change_notice'],
    note: 'Proof and mails only for another address.',
  },
  cancelEmailChange: plain,
  changePassword: {
    proof: 'password',
    mails: ['password_changed'],
    note: 'Or a proof, for an account without a password. Ends the other sessions and a pending change of the address; programs keep their access.',
  },
  uploadPhoto: plain,
  removePhoto: plain,
  updatePreferences: plain,
  endFirstRun: plain,
  exportAccount: { proof: 'recent', note: 'A GET: it changes nothing, but hands out everything.' },
  deleteAccount: {
    proof: 'proof',
    mails: ['deletion_requested'],
    note: 'Closes the account: ends its sessions, and nothing else of it is served.',
  },
  changePlan: paid,
  cancelPlan: { proof: 'none', mails: ['subscription_cancelled'] },
  resumePlan: plain,
  createCheckout: paid,
  openPortal: paid,
  createExport: { proof: 'none', note: 'Makes a ticket for this session.' },
  markBounce: plain,
  unmarkBounce: plain,
  saveStore: plain,
  unsaveStore: plain,
  saveProduct: plain,
  unsaveProduct: plain,
  createSavedSearch: plain,
  updateSavedSearch: plain,
  deleteSavedSearch: { proof: 'none', note: 'Ends its feed.' },
  markSearchSeen: plain,
  putListView: plain,
  createList: plain,
  renameList: plain,
  deleteList: plain,
  putStages: plain,
  putLead: plain,
  mergeLead: plain,
  dismissErasedLeads: plain,
  createTemplate: plain,
  updateTemplate: plain,
  deleteTemplate: plain,
  changeStores: plain,
  undoChange: plain,
  addExclusions: plain,
  removeExclusion: plain,
  undoExclusionUpload: plain,
  emptyExclusions: plain,
  createFollow: plain,
  deleteFollow: plain,
  createFeed: { ...made, note: 'A new address ends the old one.' },
  deleteFeed: { proof: 'none', note: 'Without a plan too.' },
  putBriefSettings: plain,
  testBrief: {
    proof: 'none',
    mails: ['brief'],
    note: 'Mails or posts the brief of now to its owner.',
  },
  unsubscribe: { proof: 'link' },
  resubscribe: plain,
  sendContactMessage: { proof: 'none', mails: ['contact_message'] },
  subscribeNewsletter: { proof: 'none', mails: ['newsletter_request'] },
  confirmNewsletter: { proof: 'link' },
  requestOptOut: plain,
  sendOptOutMail: { proof: 'none', mails: ['opt_out'] },
  confirmOptOut: { proof: 'link', note: 'Or a DNS record or a tag on the page.' },
  countArticleView: plain,
  openOperatorSession: { proof: 'code', note: 'Opens the console for this session, for an hour.' },
  closeOperatorSession: plain,
  retryDeadJob: plain,
  deleteDeadJob: plain,
  retryDeadJobs: plain,
  grantPlan: { proof: 'none', note: 'Ends the programs that an earlier plan had left.' },
  endPlan: { proof: 'none', note: 'Ends API keys, feeds and webhooks of the account.' },
  endAccountSessions: { proof: 'none', note: 'Ends all sessions of the account.' },
  lockAccount: { proof: 'none', note: 'The account is not served until it is unlocked.' },
  unlockAccount: plain,
  eraseAccountNow: { proof: 'none', note: 'Ends everything of the account.' },
  answerContactMessage: { proof: 'none', mails: ['contact_reply'] },
  closeContactMessage: plain,
  sendWaitingMail: plain,
  deleteWaitingMail: plain,
  applyPaymentEvent: plain,
  optOutDomain: plain,
  switchFeature: plain,
}

/** What jobs do for an account without its session; the others act for no account. */
export const actingJobs: Record<string, { mails: readonly string[]; note: string }> = {
  'sync-billing-customer': {
    mails: ['payment_received', 'payment_failed', 'subscription_cancelled', 'subscription_ended'],
    note: 'Writes the plan that the payment provider reports; ends what it no longer includes.',
  },
  'cancel-extra-subscription': { mails: [], note: 'Ends a second subscription of an account.' },
  'stop-renewals': { mails: [], note: 'Ends the subscriptions of closed accounts.' },
  'remind-renewals': { mails: ['renewal_soon'], note: '' },
  'reconcile-billing': { mails: [], note: 'Queues a sync for each customer.' },
  'erase-accounts': { mails: [], note: 'Erases closed accounts after 30 days.' },
  'hide-excluded-stores': { mails: [], note: 'Hides the stores that an upload of lines matches.' },
  'forget-unverified': { mails: [], note: 'Deletes sign-ups that were never confirmed.' },
  'mail-search-matches': { mails: ['search_matches'], note: 'Queues messages to webhooks.' },
  'report-instant-matches': { mails: ['search_matches'], note: 'Queues messages to webhooks.' },
  'send-webhooks': {
    mails: ['webhook_paused'],
    note: 'Sends them, signed by the secret of the webhook.',
  },
  'send-waiting-webhooks': { mails: ['webhook_paused'], note: 'The same, for those that waited.' },
  'send-briefs': { mails: ['brief'], note: 'Queues messages to webhooks.' },
  'send-news-at-once': { mails: ['brief'], note: 'Queues messages to webhooks.' },
  'send-digests': { mails: ['digest'], note: 'Each with a link to unsubscribe.' },
  'send-newsletters': { mails: ['newsletter'], note: 'Each with a link to unsubscribe.' },
}
