// Clocks the protocol for +cycles=N cycles and prints how many waves ended.
module icarus_top;
  reg clk = 0;
  wire [31:0] ended;
  wire [31:0] order_errors;
  integer cycles;

  protocol dut (
      .clk(clk),
      .ended(ended),
      .order_errors(order_errors)
  );

  initial begin
    if (!$value$plusargs("cycles=%d", cycles)) cycles = 0;
    repeat (cycles) begin
      clk = 1;
      #1;
      clk = 0;
      #1;
    end
    if (order_errors != 0) $display("order errors: %0d", order_errors);
    else $display("%0d", ended);
    $finish;
  end
endmodule
