/** How long texts may be, as the server limits them. */

export const MAX_NAME_LENGTH = 24;
export const MAX_CHAT_LENGTH = 300;
