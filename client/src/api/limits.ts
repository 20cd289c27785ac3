/** The server's limits on the length of texts. */

export const MAX_NAME_LENGTH = 24;
export const MAX_CHAT_LENGTH = 300;
