/** Short notes at the edge of the page: what was refused and why, what could not be sent. */

export type ToastKind = 'bad' | 'note' | 'good';

export interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  rule: string | null;
}

const MAX = 4;

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  private last = 0;

  /** Show a note; the same text is not shown twice. */
  show(text: string, kind: ToastKind = 'note', rule: string | null = null): void {
    const toast = { id: ++this.last, kind, text, rule };
    this.list = [...this.list.filter((one) => one.text !== text), toast].slice(-MAX);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
